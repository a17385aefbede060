// Runs a model outside the serving thread. It imports nothing of effect: a thread starts in a few milliseconds, and
// its memory is the model's.
import { parentPort, workerData } from "node:worker_threads"
import type { Ask, Encoded, FromThread, ThreadOptions, ToThread } from "./messages.ts"
import { loadTransformers } from "./transformers.ts"

type Model = (text: string) => Encoded | Promise<Encoded>

/** A program of some megabytes need not bring the 28 of its weights. */
const loadShipped = async (): Promise<Model> => {
  try {
    return (await import("@daybook/encoder")).loadEncoder()
  } catch (cause) {
    throw new Error("the built-in encoder needs a package: run npm install @daybook/encoder", { cause })
  }
}

const load = (options: ThreadOptions): Promise<Model> =>
  options.kind === "encoder" ? loadShipped() : loadTransformers(options)

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

interface Work extends Ask {
  readonly made: Array<Encoded>
}

if (parentPort !== null) {
  const port = parentPort
  const answer = (message: FromThread) => port.postMessage(message)
  const options: ThreadOptions = workerData
  const model = load(options)
  let waiting: ReadonlyArray<Work> = []
  let isWorking = false

  /** One text at a time, so that a search waits for one text of a batch and not for all. */
  const workOn = async (work: Work) => {
    const { id, made, texts } = work
    try {
      const text = texts[made.length]
      if (text !== undefined) made.push(await (await model)(text))
      if (made.length < texts.length) return
      answer({ kind: "made", id, made })
    } catch (cause) {
      answer({ kind: "failed", id, message: messageOf(cause) })
    }
    waiting = waiting.filter((other) => other.id !== id)
  }

  const next = async () => {
    const work = waiting.find(({ isUrgent }) => isUrgent) ?? waiting[0]
    isWorking = work !== undefined
    if (work === undefined) return
    await workOn(work)
    // Messages are read between two texts.
    setImmediate(() => void next())
  }

  port.on("message", (message: ToThread) => {
    if (message.kind === "forget") waiting = waiting.filter(({ id }) => id !== message.id)
    else waiting = [...waiting, { ...message, made: [] }]
    if (!isWorking) void next()
  })
}
