import { parentPort } from "node:worker_threads";
import { work } from "./worker.mjs";

parentPort.on("message", work((message) => parentPort.postMessage(message)));
