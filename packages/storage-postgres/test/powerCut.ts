import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { RecordedStep } from "./diskRecord.ts"

/** A random number from 0 up to `below`. */
export type Random = (below: number) => number

/** Bytes that were written to a file, or the size that it was given. */
type Change = { readonly position: number; readonly data: Uint8Array } | { readonly size: number }

/** A file on a disk: its content when it was last synced, and what was done to it since. */
interface Inode {
  readonly isFolder: boolean
  synced: Buffer
  pending: Array<Change>
}

/** A change of names: on the disk for certain once the file, or the folder of the name, was synced after it. */
interface Naming {
  readonly apply: (names: Map<string, Inode>) => void
  readonly inode: Inode | undefined
  readonly folders: ReadonlyArray<string>
  certain: boolean
}

const folderOf = (path: string): string => (dirname(path) === "." ? "" : dirname(path))

/** A file after these changes. */
const changed = (content: Buffer, changes: ReadonlyArray<Change>): Buffer => {
  if (changes.length === 0) return content
  const ends = changes.map((change) =>
    "size" in change ? change.size : change.position + change.data.length,
  )
  const next = Buffer.alloc(Math.max(content.length, ...ends))
  content.copy(next)
  let length = content.length
  changes.forEach((change, index) => {
    const end = ends[index] ?? 0
    if ("data" in change) next.set(change.data, change.position)
    // A file that grows again has zeros where it was cut.
    else next.fill(0, end)
    length = "data" in change ? Math.max(length, end) : end
  })
  return next.subarray(0, length)
}

/**
 * The files that a disk may hold after its power was cut behind the last of `steps`. All that was synced is there. Of
 * the rest any write may be, each 4 kB of it by itself, and the changes of names up to any of them, as file systems
 * that keep a journal do. A synced file has a name: Linux's file systems bring both to the disk together.
 */
export const cutPower = (
  steps: ReadonlyArray<RecordedStep>,
  random: Random,
): Map<string, Buffer | undefined> => {
  const names = new Map<string, Inode>()
  const namings: Array<Naming> = []
  const change = (naming: Omit<Naming, "certain">) => {
    naming.apply(names)
    namings.push({ ...naming, certain: false })
  }
  const make = (path: string, isFolder: boolean) => {
    if (names.has(path)) return
    const inode: Inode = { isFolder, synced: Buffer.alloc(0), pending: [] }
    change({ apply: (all) => void all.set(path, inode), inode, folders: [folderOf(path)] })
  }
  const at = (path: string): Inode => {
    const inode = names.get(path)
    if (inode === undefined) throw new Error(`the record names ${path}, which was never made`)
    return inode
  }
  for (const { step, data } of steps) {
    switch (step.step) {
      case "create":
        make(step.path, false)
        break
      case "folder":
        make(step.path, true)
        break
      case "write":
        at(step.path).pending.push({ position: step.position, data })
        break
      case "truncate":
        at(step.path).pending.push({ size: step.size })
        break
      case "rename": {
        const { path, to } = step
        const apply = (all: Map<string, Inode>) => {
          const moved = [...all].filter(([name]) => name === path || name.startsWith(`${path}/`))
          for (const [name, inode] of moved) {
            all.delete(name)
            all.set(`${to}${name.slice(path.length)}`, inode)
          }
        }
        change({ apply, inode: names.get(path), folders: [folderOf(path), folderOf(to)] })
        break
      }
      case "remove": {
        const { path } = step
        if (!names.has(path)) break
        const apply = (all: Map<string, Inode>) => {
          for (const name of all.keys()) if (name === path || name.startsWith(`${path}/`)) all.delete(name)
        }
        change({ apply, inode: undefined, folders: [folderOf(path)] })
        break
      }
      case "sync": {
        const inode = step.path === "" ? undefined : at(step.path)
        for (const naming of namings) {
          const isInFolder = (inode === undefined || inode.isFolder) && naming.folders.includes(step.path)
          if (isInFolder || (inode !== undefined && naming.inode === inode)) naming.certain = true
        }
        if (inode !== undefined) {
          inode.synced = changed(inode.synced, inode.pending)
          inode.pending = []
        }
        break
      }
      case "answered":
        break
    }
  }
  const open = namings.filter(({ certain }) => !certain).length
  let lucky = open === 0 ? 0 : random(open + 1)
  const kept = new Map<string, Inode>()
  for (const { apply, certain } of namings) if (certain || lucky-- > 0) apply(kept)
  return new Map(
    [...kept].map(
      ([path, inode]) => [path, inode.isFolder ? undefined : survivingContent(inode, random)] as const,
    ),
  )
}

const block = 4096

const survivingContent = ({ synced, pending }: Inode, random: Random): Buffer => {
  const blocks = pending.flatMap((change): ReadonlyArray<Change> =>
    "size" in change
      ? [change]
      : Array.from({ length: Math.ceil(change.data.length / block) }, (_, index) => ({
          position: change.position + index * block,
          data: change.data.subarray(index * block, (index + 1) * block),
        })),
  )
  return changed(
    synced,
    blocks.filter(() => random(2) === 0),
  )
}

/** Writes the files of a disk into an empty folder. */
export const writeDisk = (files: Map<string, Buffer | undefined>, folder: string): void => {
  for (const [path, content] of files) {
    const whole = join(folder, path)
    mkdirSync(content === undefined ? whole : dirname(whole), { recursive: true, mode: 0o700 })
    if (content !== undefined) writeFileSync(whole, content, { mode: 0o600 })
  }
}
