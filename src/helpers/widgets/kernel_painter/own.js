// Pictures of the reader's own: from a file, dropped, or from the camera.

import { button, html } from "../figure.js";
import { droppable, fileField, read, squared } from "../files.js";
import { PHOTO, cameraSentence, greyOf } from "./model.js";

/** The camera: on and off, and a frame from time to time while it is on. */
function camera({ take, say, changed }) {
  const film = html("video", { muted: true, playsinline: true });
  let stream = null;
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    changed(false);
  };
  const frame = () => {
    if (!film.videoWidth) return;
    take(greyOf(squared(film, film.videoWidth, film.videoHeight, PHOTO)).grey);
  };
  const start = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: true });
    } catch (error) {
      return say(cameraSentence(error.name));
    }
    film.srcObject = stream;
    await film.play().catch(() => {});
    timer = setInterval(frame, 80);
    changed(true);
    return say("The camera's picture stays in this browser.");
  };
  return { start, stop, on: () => stream !== null };
}

/** The buttons for other pictures; `take` gets grey numbers, null for the first. */
export function ownPictures(figure, target, take) {
  const status = html("p", { class: "kp-status tb-note", role: "status" });
  const say = (words) => (status.textContent = words);
  say(figure.get("photo").credit ?? "");
  const shutter = button("Use the camera", () => (eye.on() ? eye.stop() : eye.start()));
  const changed = (on) => {
    shutter.lastChild.textContent = on ? "Stop the camera" : "Use the camera";
  };
  const eye = camera({ take, say, changed });
  const own = (data) => {
    const { grey, clear } = greyOf(data);
    take(grey);
    return clear;
  };
  const open = (file) => {
    eye.stop();
    return read(file, PHOTO, { take: own, say });
  };
  const field = fileField(open);
  const back = () => {
    eye.stop();
    take(null);
    say(figure.get("photo").credit ?? "");
  };
  droppable(target, "kp-over", open);
  figure.endings.push(eye.stop);
  const buttons = [
    button("Drop or choose a picture", () => field.click()),
    shutter,
    button("Portrait", back),
  ];
  const node = html("div", { class: "tb-row kp-own tb-slide" }, buttons, field);
  return { node, status, stop: eye.stop, back };
}
