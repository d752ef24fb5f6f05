import { work } from "./worker.mjs";

const answer = work((message) => postMessage(message));
onmessage = ({ data }) => answer(data);
