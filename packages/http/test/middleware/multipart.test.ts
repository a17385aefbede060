import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { MultipartReader } from "../../src/activity/webhook/multipart.ts"
import { multipartBody } from "./multipartBody.ts"

const boundary = "bnd"

/** The result of reading a body: its wanted parts, as text of one character a byte, or the problem. */
const read = (body: Uint8Array, pieces: Iterable<number>) => {
  const reader = new MultipartReader(boundary, new Set(["payload", "data"]))
  let at = 0
  for (const size of pieces) {
    reader.push(body.subarray(at, at + size))
    at += size
  }
  reader.push(body.subarray(at))
  return Result.match(reader.end(), {
    onFailure: ({ kind, message }) => `${kind}: ${message}`,
    onSuccess: (values) =>
      Object.fromEntries([...values].map(([name, bytes]) => [name, Buffer.from(bytes).toString("latin1")])),
  })
}

const sizes = Arbitrary.array(Arbitrary.schema(Schema.Literals([0, 1, 1, 2, 3, 5, 17, 64])), {
  maxLength: 200,
})

/** Bytes that nearly end a part, or begin one, and bytes that have nothing to do with it. */
const fragments = [
  "\r",
  "\n",
  "\r\n",
  "-",
  "--",
  "\r\n-",
  "\r\n--",
  "\r\n--b",
  "\r\n--bn",
  "\r\n--bnd",
  "\r\n--bndx",
  "--bndx",
  "bnd",
  "{}",
  " ",
  "\xff\xd8",
  "\0",
  "x".repeat(70),
]

const content = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(fragments)), { maxLength: 30 }),
  (parts) => parts.join(""),
)

/** Whether content contains nothing that is its own delimiter. */
const isWhole = (text: string) =>
  /\r\n--bnd(--|\r\n|[ \t])/.exec(`\r\n${text}\r\n--bnd\r\n`)?.index === text.length + 2

const wholeContent = Arbitrary.filter(content, isWhole)

const latin = (text: string) => Buffer.from(text, "latin1")

const thumb = 'Content-Disposition: form-data; name="thumb"; filename="thumb.jpg"\r\n'

describe("a multipart body", () => {
  it.prop(
    "returns its parts byte for byte, in whatever pieces it comes",
    [wholeContent, wholeContent, wholeContent, sizes],
    ([image, payload, data, pieces]) => {
      const body = multipartBody(boundary, [
        { head: thumb, content: latin(image) },
        { name: "payload", content: latin(payload) },
        { name: "other", content: latin(image) },
        { name: "data", content: latin(data) },
      ])
      assert.deepStrictEqual(read(body, pieces), { payload, data })
    },
  )

  it.prop(
    "has the same result, whole or broken, in pieces of any size",
    [
      Arbitrary.array(
        Arbitrary.schema(
          Schema.Literals([
            ...fragments,
            "\r\n--bnd\r\n",
            "\r\n--bnd--",
            "\r\n--bnd \t\r\n",
            '\r\n--bnd\r\nContent-Disposition: form-data; name="payload"\r\n\r\n',
            "content-disposition: form-data;\r\n name=data\r\n\r\n",
            "\r\n\r\n",
          ]),
        ),
        { maxLength: 40 },
      ),
      sizes,
    ],
    ([parts, pieces]) => {
      const body = latin(parts.join(""))
      assert.deepStrictEqual(read(body, pieces), read(body, []))
    },
  )

  it.prop(
    "that is cut anywhere before its last boundary is broken",
    [wholeContent, sizes],
    ([text, pieces]) => {
      const body = multipartBody(boundary, [{ name: "payload", content: latin(text) }], "--")
      for (let length = 0; length < body.length; length++) {
        assert.match(String(read(body.subarray(0, length), pieces)), /^broken: .*cut short/)
      }
      assert.deepStrictEqual(read(body, pieces), { payload: text })
    },
  )

  it("may have words before its first boundary and after its last", () => {
    const body = Buffer.concat([
      Buffer.from("This is a message of several parts.\r\n--bn\r\n"),
      multipartBody(boundary, [{ name: "data", content: "{}" }], "-- \r\nGood bye\r\n--bnd\r\n"),
    ])
    assert.deepStrictEqual(read(body, []), { data: "{}" })
  })

  it("names its parts in any order and spelling of their headers", () => {
    for (const head of [
      'Content-Disposition: form-data; name="payload"\r\n',
      "Content-Disposition: form-data; name=payload\r\n",
      "Content-Disposition: form-data; name=payload\r\r\n",
      'CONTENT-DISPOSITION:form-data;NAME="payload"\r\n',
      'Content-Type: application/json\r\nContent-Length: 2\r\ncontent-disposition: form-data; filename="a;name=x"; name="payload"\r\n',
      'Content-Disposition: form-data;\r\n\tname="payload"\r\n',
      'Content-Disposition: form-data ; name = "pay\\load" ;\r\n',
    ]) {
      assert.deepStrictEqual(
        read(multipartBody(boundary, [{ head, content: "{}" }]), []),
        { payload: "{}" },
        head,
      )
    }
    for (const head of [
      "",
      "X: y\r\n",
      "Content-Disposition: form-data\r\n",
      'Content-Disposition: form-data; filename="; name=payload"\r\n',
      'Content-Disposition: form-data; name="payload\r\n',
    ]) {
      assert.deepStrictEqual(read(multipartBody(boundary, [{ head, content: "{}" }]), []), {}, head)
    }
  })

  it("may have a part of nothing, with its end on the line after the head", () => {
    const body = latin('--bnd\r\nContent-Disposition: form-data; name="data"\r\n\r\n--bnd--')
    assert.deepStrictEqual(read(body, []), { data: "" })
  })

  it("refuses bodies that no client sends", () => {
    for (const [body, problem] of [
      [multipartBody(boundary, [{ head: "no header\r\n", content: "" }]), /^broken: .*header cannot be read/],
      [multipartBody(boundary, [{ head: `X: ${"y".repeat(9_000)}\r\n`, content: "" }]), /^broken: .*8 KiB/],
      [
        multipartBody(boundary, [
          { name: "data", content: "{}" },
          { name: "data", content: "{}" },
        ]),
        /^broken: .*two parts named data/,
      ],
      [multipartBody(boundary, [], " x\r\n"), /^broken: .*behind it/],
      [
        multipartBody(
          boundary,
          Array.from({ length: 10_000 }, () => ({ content: "" })),
        ),
        /^broken: .*more than 100 parts/,
      ],
      [multipartBody(boundary, [{ name: "data", content: "x".repeat(1_048_577) }]), /^too large: .*1024 KiB/],
      [latin("no boundary at all"), /^broken: .*cut short/],
    ] as const) {
      assert.match(String(read(body, [])), problem)
      assert.match(
        String(
          read(
            body,
            Array.from({ length: 10_000 }, () => 7),
          ),
        ),
        problem,
      )
    }
    const most = "x".repeat(1_048_576)
    assert.deepStrictEqual(read(multipartBody(boundary, [{ name: "data", content: most }]), []), {
      data: most,
    })
  })

  it.each(["\r", "\r\n--bn", "\r\n--bnd", "-", "\r\n\r\n", "x"])(
    "of ten million bytes of %j is read in a time that its size bounds",
    (bait) => {
      const body = multipartBody(boundary, [
        { name: "thumb", content: bait.repeat(10_000_000 / bait.length).concat("x") },
        { name: "data", content: "{}" },
      ])
      // In quadratic time it would take hours.
      const outcome = read(
        body,
        Array.from({ length: body.length >> 16 }, () => 1 << 16),
      )
      if (bait === "\r\n--bnd") assert.match(String(outcome), /^broken/)
      else assert.deepStrictEqual(outcome, { data: "{}" })
    },
  )
})
