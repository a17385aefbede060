import { assert, describe, it } from "@effect/vitest"
import { ClientMessages, cyclesIn } from "../src/pglite/clientMessages.ts"
import { ServerMessages } from "../src/pglite/serverMessages.ts"

const message = (type: string, body = ""): Buffer => {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type)
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.write(body, 5)
  return bytes
}

const untyped = (code: number, body = ""): Buffer => {
  const bytes = Buffer.alloc(8 + body.length)
  bytes.writeInt32BE(bytes.length)
  bytes.writeInt32BE(code, 4)
  bytes.write(body, 8)
  return bytes
}

describe("a client's messages", () => {
  it("come out whole and complete, however the bytes were cut", () => {
    const cycle = [message("P", "select 1"), message("B"), message("E"), message("S")]
    const answered = Buffer.concat([...cycle, message("Q", "select 2\0"), ...cycle])
    const bytes = Buffer.concat([answered, message("P", "not yet asked for")])
    for (let cut = 0; cut <= bytes.length; cut++) {
      const messages = new ClientMessages()
      const runs = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((chunk) => {
        messages.push(chunk)
        const run = messages.ready().bytes
        return run === undefined ? [] : [run]
      })
      assert.deepStrictEqual(Buffer.concat(runs), answered)
      for (const run of runs) assert.include(["S", "Q"], lastType(run))
    }
  })

  it("end at Terminate, after what was asked before it", () => {
    const messages = new ClientMessages()
    messages.push(Buffer.concat([message("Q", "select 1\0"), message("X")]))
    assert.deepStrictEqual(messages.ready(), { bytes: message("Q", "select 1\0"), ended: true })
  })

  it("begin with a startup, a request for encryption, or a request to cancel", () => {
    const openings = [
      [untyped(196608, "user\0postgres\0\0"), "startup"],
      [untyped(80877103), "encryption"],
      [untyped(80877104), "encryption"],
      [untyped(80877102, "12345678"), "cancel"],
    ] as const
    for (const [bytes, kind] of openings) {
      const messages = new ClientMessages()
      messages.push(bytes.subarray(0, bytes.length - 1))
      assert.isUndefined(messages.opening())
      messages.push(bytes.subarray(bytes.length - 1))
      assert.deepStrictEqual(messages.opening(), { kind, bytes })
    }
  })
})

const lastType = (run: Buffer): string => {
  let type = ""
  for (let offset = 0; offset < run.length; offset += 1 + run.readInt32BE(offset + 1)) {
    type = String.fromCharCode(run.readUInt8(offset))
  }
  return type
}

describe("the server's messages", () => {
  const error = (severity: string, code: string, text: string) =>
    message("E", `S${severity}\0V${severity}\0C${code}\0M${text}\0\0`)
  const ready = message("Z", "I")

  it("are followed however they are cut: how many answers have ended, and the error that ends a session", () => {
    const answers = [message("1"), message("D", "xE"), error("ERROR", "23505", "not unique"), ready, ready]
    const before = Buffer.concat(answers)
    const panic = error("PANIC", "53100", "could not write")
    const bytes = Buffer.concat([before, panic, message("C", "after it")])
    for (let cut = 0; cut <= bytes.length; cut++) {
      const messages = new ServerMessages()
      const stops = (error: { severity: string }) => error.severity !== "ERROR"
      const first = messages.push(bytes.subarray(0, cut), stops)
      const found = first ?? messages.push(bytes.subarray(cut), stops)
      assert.deepStrictEqual(found?.error, { severity: "PANIC", code: "53100", message: "could not write" })
      assert.strictEqual((found?.end ?? 0) + (first === undefined ? cut : 0), before.length + panic.length)
      assert.strictEqual(messages.ready, 2)
    }
  })

  it("are as many ends of answers as the client's messages ask for", () => {
    const asked = [
      message("P", "select 1"),
      message("B"),
      message("S"),
      message("Q", "select 2\0"),
      message("H"),
    ]
    assert.strictEqual(cyclesIn(Buffer.concat(asked)), 2)
  })
})
