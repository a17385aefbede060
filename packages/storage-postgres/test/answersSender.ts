// A thread of its own for pgliteLink.test.ts: sends as many bytes of answers as it is told.
import { parentPort, workerData } from "node:worker_threads"
import { AnswerLink } from "../src/pglite/answerLink.ts"
import { Answers } from "../src/pglite/answers.ts"

const { memory, bytes } = workerData
const answers = new Answers({
  link: new AnswerLink(memory),
  post: (_, bytes) => parentPort!.postMessage(bytes, [bytes.buffer]),
  stalled: () => process.exit(1),
})
answers.write(new Uint8Array(bytes))
