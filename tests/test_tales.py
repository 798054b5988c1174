"""The tales: small files of their form, made here."""

import gzip
import io
from zipfile import ZipFile

import pytest

from helpers.corpora import tales

FOLDER = "FairytaleQAData-1/data-by-origin/section-stories/"
STORY = 'section,text\n1,"""Who is there?"" asked\nthe king."\n2,Nobody.\n'


def zipped(stories):
    """The bytes of a zip file with these stories, and with files that are none."""
    file = io.BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("FairytaleQAData-1/README.md", "about")
        for name, text in stories.items():
            archive.writestr(f"{FOLDER}{name}-story.csv", text)
    return file.getvalue()


@pytest.fixture
def path(tmp_path):
    """A zip file of 23 stories."""
    names = [f"b/{i:02}" for i in range(21)] + ["a/first"]
    stories = {name: f"section,text\n1,Tale of {name[2:]}.\n" for name in names}
    path = tmp_path / "tales.zip"
    path.write_bytes(zipped(stories | {"a/00": STORY}))
    return path


def test_stories_come_in_the_order_of_their_names_with_their_sections(path):
    train, valid, test = tales.splits(path)
    assert train.startswith('"Who is there?" asked the king.\nNobody.\n\nTale of first')
    assert (valid, test) == ("Tale of .\n\nTale of .\n", "Tale of .\n\nTale of .\n")


def test_every_story_is_in_one_part_nine_in_eleven_to_learn_from():
    stories = [f"Story {chr(65 + i)}." for i in range(22)]
    train, valid, test = tales.parts(tales.BETWEEN.join(stories))
    found = [part.strip().split("\n\n") for part in (train, valid, test)]
    assert [len(part) for part in found] == [18, 2, 2]
    assert sorted(story for part in found for story in part) == stories


def test_a_line_broken_where_it_was_full_goes_on_and_a_paragraph_ends():
    full = "The old king looked at his three sons and could not say a word."
    assert len(full) in tales.FULL
    lines = f"{full}\nHe was\nsad.\r\n\r\nThen he [said]: 1 «go»_!\n"
    story = tales.parts(lines).train
    assert story == f"{full} He was sad.\nThen he (said): go!\n"
    assert set(story) <= set(tales.ALPHABET)


@pytest.mark.parametrize(
    "content",
    [
        b"no zip file",
        zipped({}),
        zipped({"a/00": "other,table\n1,2\n"}),
        zipped({"a/00": STORY})[:-40],
        gzip.compress(b"Another text.", mtime=0),
    ],
    ids=["no archive", "empty", "a table", "cut short", "another packing"],
)
def test_a_file_of_another_kind_is_refused_in_one_sentence(path, content):
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=r"^[^\n]+ is not the file of tales, or is dam"
    ):
        tales.splits(path)


def test_a_damaged_story_is_refused_in_one_sentence(path):
    data = bytearray(path.read_bytes())
    at = data.index(b"Nobody")
    data[at : at + 6] = b"Somebd"
    path.write_bytes(data)
    with pytest.raises(
        ValueError, match=r"^[^\n]+ is not the file of tales, or is dam"
    ):
        tales.splits(path)


def test_missing_tales_say_where_they_are_to_be_had(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"^There are no tales at .+: fetch ht"):
        tales.splits(tmp_path / "none.zip")


def test_a_packed_text_is_held_to_its_checksum(tmp_path):
    path = tmp_path / "tales.txt.gz"
    path.write_bytes(gzip.compress(b"Once upon a time."))
    found = tales.splits(path, tales.checksum(path))
    assert found.train == "Once upon a time.\n"
