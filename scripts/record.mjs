// Record the machine at work for the cover: `node scripts/record.mjs`, a second.
// It reads src/helpers/studies/16_machine.json and writes 16_cover.json beside it.

import { readFileSync, writeFileSync } from "node:fs";
import { record } from "../src/helpers/widgets/cover/model.js";

const studies = new URL("../src/helpers/studies/", import.meta.url);
const study = JSON.parse(readFileSync(new URL("16_machine.json", studies), "utf-8"));
const kept = record(study, study.samples[0], [[], ["decoder.2.cross.3"]]);
writeFileSync(new URL("16_cover.json", studies), `${JSON.stringify(kept)}\n`);
