// Loaded before a program and each of its threads (`node --import`): records what they do to the files in RECORDED,
// in the order in which it happens, as `diskRecord.ts` reads it.
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { resolve } from "node:path"
import type { DiskStep } from "./diskRecord.ts"

const recorded = process.env["RECORDED"] ?? ""
const { writeSync, openSync } = fs
// Opened for appending by each thread: a write is whole, and after all that were before it.
const record = openSync(process.env["RECORD"] ?? "", "a")
const opened = new Map<number, string>()

/** Notes a step; `data` are the bytes of a write. */
export const note = (step: DiskStep, data: Uint8Array = new Uint8Array()): void => {
  const head = Buffer.from(JSON.stringify(step))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(head.length, 0)
  lengths.writeUInt32LE(data.length, 4)
  writeSync(record, Buffer.concat([lengths, head, data]))
}

/** PGlite's part of the folder, and the folder itself: the lock beside it has nothing that is to be kept. */
const inside = (path: unknown): string | undefined => {
  const whole = resolve(String(path))
  return whole === recorded || whole.startsWith(`${recorded}/pglite`)
    ? whole.slice(recorded.length + 1)
    : undefined
}

const bytesOf = (data: unknown): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(String(data))

type Call = (...given: ReadonlyArray<unknown>) => unknown

let depth = 0

/** Has `after` see each call of a function of `node:fs` that did not throw, and none that such a call makes itself. */
const watch = (
  name: keyof typeof fs,
  after: (given: ReadonlyArray<unknown>, result: unknown) => void,
): void => {
  const all: Record<string, unknown> = fs as never
  const original = all[name] as Call
  all[name] = (...given: ReadonlyArray<unknown>) => {
    depth++
    try {
      const result = original(...given)
      if (depth === 1) after(given, result)
      return result
    } finally {
      depth--
    }
  }
}

const onPath = (name: keyof typeof fs, say: (path: string, given: ReadonlyArray<unknown>) => void) =>
  watch(name, (given) => {
    const path = inside(given[0])
    if (path !== undefined) say(path, given)
  })

const onFile = (
  name: keyof typeof fs,
  say: (path: string, given: ReadonlyArray<unknown>, result: unknown) => void,
) =>
  watch(name, (given, result) => {
    const path = opened.get(Number(given[0]))
    if (path !== undefined) say(path, given, result)
  })

watch("openSync", (given, result) => {
  const path = inside(given[0])
  if (path !== undefined) opened.set(Number(result), path)
})
onFile("closeSync", (_, given) => void opened.delete(Number(given[0])))
onFile("writeSync", (path, [, data, offset, , position], result) => {
  const start = Number(offset ?? 0)
  const bytes = bytesOf(data).subarray(start, start + Number(result))
  if (typeof position !== "number") throw new Error(`a write without a position: ${path}`)
  note({ step: "write", path, position }, bytes)
})
onFile("ftruncateSync", (path, given) => note({ step: "truncate", path, size: Number(given[1] ?? 0) }))
onFile("fsyncSync", (path) => note({ step: "sync", path }))
onPath("truncateSync", (path, given) => note({ step: "truncate", path, size: Number(given[1] ?? 0) }))
onPath("writeFileSync", (path, given) => {
  note({ step: "create", path })
  note({ step: "truncate", path, size: 0 })
  note({ step: "write", path, position: 0 }, bytesOf(given[1]))
})
onPath("mkdirSync", (path) => note({ step: "folder", path }))
onPath("unlinkSync", (path) => note({ step: "remove", path }))
onPath("rmdirSync", (path) => note({ step: "remove", path }))
onPath("rmSync", (path) => note({ step: "remove", path }))
onPath("renameSync", (path, given) => note({ step: "rename", path, to: inside(given[1]) ?? "" }))
syncBuiltinESMExports()
