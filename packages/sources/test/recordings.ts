import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

// Recordings are next to the repository on some machines; their licences do not let us keep copies.
const upstream = fileURLToPath(new URL("../../../../shared/upstream/", import.meta.url))

/** The bytes of a recorded file. */
export const recorded = (file: string): Uint8Array => readFileSync(`${upstream}${file}`)

export const recordedText = (file: string): string => new TextDecoder().decode(recorded(file))

/**
 * Cases made of recordings, if there are any. They are next to cases made of our samples, which show the same
 * quirks, so that every rule is tested without them.
 */
export const whereRecorded = <A>(cases: () => ReadonlyArray<A>): ReadonlyArray<A> =>
  existsSync(upstream) ? cases() : []
