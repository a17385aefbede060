import { StorageUnavailable } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Duplex } from "node:stream"
import { Worker } from "node:worker_threads"
import { AnswerLink } from "../src/pglite/answerLink.ts"
import { Answers, window } from "../src/pglite/answers.ts"
import { PgliteEngine } from "../src/pglite/pgliteEngine.ts"
import { seedFile } from "../src/pglite/seed.ts"

const megabyte = 1 << 20

const query = (sql: string): Buffer => {
  const message = Buffer.alloc(6 + sql.length)
  message.write("Q")
  message.writeInt32BE(5 + sql.length, 1)
  message.write(sql, 5)
  return message
}

/** A StartupMessage of protocol 3.0 for the user of PGlite. */
const startup = (() => {
  const parameters = Buffer.from("user\0postgres\0database\0postgres\0\0")
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + parameters.length)
  head.writeInt32BE(196608, 4)
  return Buffer.concat([head, parameters])
})()

/** Rows of a megabyte each. */
const megabytes = (count: number) =>
  query(`select repeat('x', ${megabyte}) from generate_series(1, ${count})`)

const readyForQuery = Buffer.from([90, 0, 0, 0, 5, 73])

/** Reads as much as comes until an answer ends, and gives how many bytes that was. */
const readAnswer = (stream: Duplex): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    let last = Buffer.alloc(0)
    const ended = () => reject(new Error("the connection ended"))
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      last = Buffer.concat([last, chunk.subarray(-6)]).subarray(-6)
      if (!last.equals(readyForQuery)) return
      stream.off("data", take).off("close", ended)
      resolve(bytes)
    }
    stream.on("data", take).on("close", ended)
  })

const connected = async (engine: PgliteEngine): Promise<Duplex> => {
  const stream = engine.connect()
  stream.on("error", () => {})
  stream.write(startup)
  await readAnswer(stream)
  return stream
}

const withEngine = async (use: (engine: PgliteEngine) => Promise<void>, statementLimit?: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-link-"))
  const engine = new PgliteEngine({
    folder: join(dataDir, "pglite"),
    schema: "daybook",
    seed: seedFile,
    durability: "process",
    statementLimit,
  })
  try {
    await engine.start()
    await use(engine)
  } finally {
    await engine.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

describe("the link to PGlite's thread", () => {
  it("carries 3 GiB of answers, and goes on", () =>
    withEngine(async (engine) => {
      const stream = await connected(engine)
      for (let gigabytes = 0; gigabytes < 3; gigabytes++) {
        stream.write(megabytes(1024))
        assert.isAbove(await readAnswer(stream), 1024 * megabyte)
      }
      stream.write(query("select 1"))
      assert.isBelow(await readAnswer(stream), 1000)
    }))

  it("goes on after a reader has left in the middle of an answer, of far more than may be under way", () =>
    withEngine(async (engine) => {
      const stream = await connected(engine)
      stream.write(megabytes(512))
      await once(stream, "readable")
      stream.destroy()
      const next = await connected(engine)
      next.write(query("select 1"))
      assert.isBelow(await readAnswer(next), 1000)
    }))
})

describe("a thread that cannot be started", () => {
  it("fails whoever wants a connection, and another is started once possible", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "daybook-link-"))
    let failing = true
    const engine = new PgliteEngine({
      folder: join(dataDir, "pglite"),
      get schema() {
        if (failing) throw new Error("no more threads")
        return "daybook"
      },
      seed: seedFile,
      durability: "process",
    })
    try {
      const stream = engine.connect()
      const told = once(stream, "error")
      stream.write(startup)
      assert.instanceOf((await told)[0], StorageUnavailable)
      failing = false
      const connect = (): Promise<Duplex> => connected(engine).catch(connect)
      const next = await connect()
      next.write(query("select 1"))
      assert.isBelow(await readAnswer(next), 1000)
    } finally {
      await engine.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe("a trap in PGlite", () => {
  it("ends the thread, and the next connection starts a new one", () =>
    withEngine(async (engine) => {
      const stream = await connected(engine)
      // Refused as any other JSON that is none.
      stream.write(query("select repeat('[', 100000)::jsonb"))
      assert.isBelow(await readAnswer(stream), 200_000)
      const failed = once(stream, "error")
      stream.write(query("select repeat('[', 1000000)::jsonb"))
      const [error] = await failed
      assert.instanceOf(error, StorageUnavailable)
      const next = await connected(engine)
      next.write(query("select 1"))
      assert.isBelow(await readAnswer(next), 1000)
    }))
})

describe("a reader that does not read", () => {
  it("does not keep PGlite from being closed", () =>
    withEngine(async (engine) => {
      const stream = await connected(engine)
      stream.pause()
      stream.write(megabytes(512))
      // As much has come as the stream takes: the thread waits, or soon will.
      while (stream.readableLength < megabyte) await new Promise((resolve) => setImmediate(resolve))
      await engine.close()
      assert.isTrue(stream.destroyed)
    }))

  it("inside a transaction loses it to the next connection", () =>
    withEngine(async (engine) => {
      const stream = await connected(engine)
      stream.write(query("begin"))
      stream.write(query("create table undone as select 1"))
      stream.write(megabytes(512))
      await once(stream, "readable")
      stream.destroy()
      const next = await connected(engine)
      next.write(query("create table undone as select 2"))
      assert.isBelow(await readAnswer(next), 1000)
    }))
})

describe("answers on their way to a slow reader", () => {
  /** A thread that sends `bytes`, and the numbers that it shares with the reader. */
  const senderOf = (bytes: number) => {
    const link = new AnswerLink()
    const worker = new Worker(new URL("./answersSender.ts", import.meta.url), {
      workerData: { memory: link.memory, bytes },
    })
    return { link, worker }
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it("wait while 4 MiB are unread, go on when some are read, and all arrive", async () => {
    const total = 64 * megabyte
    const { link, worker } = senderOf(total)
    const unread: Array<number> = []
    worker.on("message", (bytes: Uint8Array) => unread.push(bytes.length))
    let most = 0
    let read = 0
    while (read < total) {
      while (link.unread <= window && link.unread < total - read) await turn()
      most = Math.max(most, link.unread)
      while (unread.length === 0) await turn()
      const bytes = unread.shift()!
      link.taken(bytes)
      read += bytes
    }
    assert.isAtMost(most, window + 256 * 1024)
    assert.strictEqual(link.unread, 0)
    await worker.terminate()
  })

  it("are dropped once their reader has left, and the thread goes on", async () => {
    const { link, worker } = senderOf(64 * megabyte)
    let received = 0
    let hasLeft = false
    worker.on("message", (bytes: Uint8Array) => {
      received += bytes.length
      if (hasLeft) link.taken(bytes.length)
    })
    while (link.unread <= window) await turn()
    hasLeft = true
    link.want(1)
    link.taken(received)
    await once(worker, "exit")
    assert.isAtMost(received, window + 256 * 1024)
  })

  it("are dropped when their reader reads nothing for too long, and its session fails", () => {
    const stalled: Array<number> = []
    let posted = 0
    const answers = new Answers({
      link: new AnswerLink(),
      post: (_, bytes) => void (posted += bytes.length),
      stalled: (session) => stalled.push(session),
      readerTimeout: 5,
    })
    answers.write(new Uint8Array(64 * megabyte))
    answers.write(new Uint8Array(megabyte))
    assert.deepStrictEqual(stalled, [0])
    assert.isAtMost(posted, window + 256 * 1024)
  })
})

describe("a statement that does not end", () => {
  it("ends the thread at its limit, and the next connection starts a new one", () =>
    withEngine(async (engine) => {
      const stream = await connected(engine)
      const failed = once(stream, "error")
      stream.write(query("select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000) b"))
      const [error] = await failed
      assert.instanceOf(error, StorageUnavailable)
      const next = await connected(engine)
      next.write(query("select 1"))
      assert.isBelow(await readAnswer(next), 1000)
    }, 5_000))
})
