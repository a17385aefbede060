// Reads each of the costly files by all formats, and states what becomes of it: `linear.test.ts` waits for it.
import { describeUnknownFile } from "@daybook/kernel"
import { formatOf } from "../../src/exports/formats.ts"
import { Exports } from "../../src/index.ts"
import { costly } from "../exports/samples/costly.samples.ts"

const { collecting, listening, places, reading, running, watching } = Exports

const pieceLength = 1 << 16

/** The problems of a file, or why its format is unknown. */
const sourceVersions = (file: Uint8Array): ReadonlyArray<string> => {
  const bytes = file.subarray(0, pieceLength)
  const whole = bytes.length === file.length
  const text = new TextDecoder().decode(bytes, { stream: !whole })
  const head = { bytes, text, whole, name: "file", packed: false, now: Date.now() }
  const found = [listening, reading, watching, running, collecting, places].flatMap(
    (formats) => formatOf<unknown>(formats, head) ?? [],
  )
  if (found.length === 0) return [describeUnknownFile(head)]
  return found.flatMap(({ rows }) => {
    const told = new Set<string>()
    for (let at = 0; at < file.length; at += pieceLength) {
      const last = at + pieceLength >= file.length
      for (const row of rows(file.subarray(at, at + pieceLength), last))
        if ("problem" in row) told.add(row.problem)
    }
    return [...told].slice(0, 20)
  })
}

for (const [name, [file]] of Object.entries(costly))
  console.log(JSON.stringify({ name, told: sourceVersions(Buffer.from(file)) }))
