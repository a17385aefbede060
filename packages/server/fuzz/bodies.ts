import { jellyfinFilm, plexFilm } from "../../sources/test/mediaServer/samples.ts"
import { type Json, pathsIn, writeChanged } from "./mutation.ts"
import { fitting, type Made, wholeBodies } from "./requests.ts"

/** A body with its content type. */
export interface Body {
  readonly bytes: Buffer
  readonly type: string
}

const part = (name: string, text: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`

/** Bodies that media servers send, and bodies that only look like them. */
const multiparts = (payload: string): ReadonlyArray<string> => [
  `${part("payload", payload)}--x--\r\n`,
  `${part("data", payload)}--x--\r\n`,
  `${part("payload", payload)}${part("payload", payload)}--x--\r\n`,
  part("payload", payload),
  `--x\r\n\r\n${payload}\r\n--x--`,
  "--x--",
  "--x",
  "",
  `--x\r\nContent-Disposition: form-data; name=payload; filename="a\0b"\r\n\r\n${payload}\r\n--x--`,
  `--x\nContent-Disposition: form-data; name="payload"\n\n${payload}\n--x--`,
  `--x\r\nContent-Disposition: form-data\r\n\r\n${payload}\r\n--x--`,
  `--x\r\n${"A: b\r\n".repeat(5_000)}\r\n${payload}\r\n--x--`,
  `--x\r\nContent-Disposition: form-data; name="${"n".repeat(100_000)}"\r\n\r\n\r\n--x--`,
  part("thumb", "x").repeat(5_000),
  `${part("payload", "")}--x--`,
]

const json = (text: string): Body => ({ bytes: Buffer.from(text), type: "application/json" })

/** The body of a request: the one that fits its route, with its changes, or another one in its place. */
export const bodyOf = ({ body, fields, route }: Made): Body | undefined => {
  const whole = wholeBodies[body]
  if (whole !== undefined) return { bytes: Buffer.from(whole), type: "application/json" }
  if (route.body === undefined) return undefined
  const isWebhook = route.path.includes("webhooks")
  const first = fields[0]?.at ?? 0
  const fit = (isWebhook ? (first % 2 === 0 ? plexFilm : jellyfinFilm) : fitting(route.body)) as Json
  const paths = pathsIn(fit)
  const edits = fields.flatMap(({ at, how, value }) => {
    const path = paths[at % Math.max(1, paths.length)]
    return path === undefined ? [] : [{ path, change: { how, value } }]
  })
  const text = writeChanged(fit, edits)
  if (!isWebhook || first % 4 === 0) return json(text)
  const multipart = multiparts(text)
  return {
    bytes: Buffer.from(multipart[first % multipart.length] ?? ""),
    type: "multipart/form-data; boundary=x",
  }
}

const inPieces = (bytes: Buffer, size: number): ReadonlyArray<Buffer> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])

/** The framing of a body: the header for its end, its pieces, and whether it is cut short. */
export const framed = (bytes: Buffer, framing: string) => {
  const dripped = inPieces(bytes, Math.max(1, Math.ceil(bytes.length / 20)))
  switch (framing) {
    case "chunked":
      return {
        header: "Transfer-Encoding: chunked",
        pieces: [...dripped.map(chunk), chunk(Buffer.alloc(0))],
        cut: false,
      }
    case "cut chunk":
      return {
        header: "Transfer-Encoding: chunked",
        pieces: [`${(bytes.length + 9).toString(16)}\r\n`, bytes],
        cut: true,
      }
    case "drip":
      return { header: `Content-Length: ${bytes.length}`, pieces: dripped, cut: false }
    case "cut":
      return { header: `Content-Length: ${bytes.length + 9}`, pieces: [bytes], cut: true }
    case "too short":
      return { header: `Content-Length: ${Math.floor(bytes.length / 2)}`, pieces: [bytes], cut: true }
    default:
      return { header: `Content-Length: ${bytes.length}`, pieces: [bytes], cut: false }
  }
}
