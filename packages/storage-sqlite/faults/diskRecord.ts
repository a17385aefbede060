import { readFileSync } from "node:fs"

/** One thing that was done to the files of a folder; paths are inside it. */
export type DiskStep =
  | { readonly step: "create"; readonly path: string }
  | { readonly step: "write"; readonly path: string; readonly position: number }
  | { readonly step: "truncate"; readonly path: string; readonly size: number }
  | { readonly step: "remove"; readonly path: string }
  /** The file, or the names in the folder, are on the disk. */
  | { readonly step: "sync"; readonly path: string }
  /** The program was reported that what it wrote is stored. */
  | { readonly step: "answered"; readonly number: number }

export interface RecordedStep {
  readonly step: DiskStep
  readonly data: Uint8Array
}

/** Reads a record to its end, or to the step that a kill left unfinished. */
export const readRecord = (file: string): ReadonlyArray<RecordedStep> => {
  const bytes = readFileSync(file)
  const steps: Array<RecordedStep> = []
  for (let offset = 0; offset + 8 <= bytes.length;) {
    const head = offset + 8
    const data = head + bytes.readUInt32LE(offset)
    const end = data + bytes.readUInt32LE(offset + 4)
    if (end > bytes.length) break
    steps.push({ step: JSON.parse(bytes.toString("utf8", head, data)), data: bytes.subarray(data, end) })
    offset = end
  }
  return steps
}

/** A step without data, as a record has it. */
export const encodeStep = (step: DiskStep): Buffer => {
  const head = Buffer.from(JSON.stringify(step))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(head.length, 0)
  return Buffer.concat([lengths, head])
}
