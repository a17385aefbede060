import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RecordedStep } from "./diskRecord.ts"

/** A random number from 0 up to `below`. */
export type Random = (below: number) => number

/** Numbers that a seed decides (mulberry32), so that a failure can be had again. */
export const seeded = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Bytes that were written to a file, or the size that it was given. */
type Change = { readonly position: number; readonly data: Uint8Array } | { readonly size: number }

/** A file on a disk: its content when it was last synced, and what was done to it since. */
interface Inode {
  synced: Buffer
  pending: Array<Change>
}

/** A change of names: on the disk for certain once the file, or the folder, was synced after it. */
interface Naming {
  readonly path: string
  /** Undefined if the name is removed. */
  readonly inode: Inode | undefined
  isCertain: boolean
}

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

// Disks write a sector whole or not at all.
const sector = 512

/** A write as one change for each sector that it touches. */
const inSectors = ({ data, position }: { readonly data: Uint8Array; readonly position: number }) => {
  const pieces: Array<Change> = []
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + sector - ((position + from) % sector))
    pieces.push({ position: position + from, data: data.subarray(from, to) })
    from = to
  }
  return pieces
}

/** How much of what was not synced a disk has: nothing, all but the last write, or any of it. */
const luckOf = (random: Random): ((index: number, count: number) => boolean) => {
  switch (random(6)) {
    case 0:
      return () => false
    case 1:
      return (index, count) => index < count - 1
    default:
      return () => random(2) === 0
  }
}

const survivingContent = ({ pending, synced }: Inode, random: Random): Buffer => {
  const pieces = pending.flatMap((change) => ("size" in change ? [change] : inSectors(change)))
  const survives = luckOf(random)
  return changed(
    synced,
    pieces.filter((_, index) => survives(index, pieces.length)),
  )
}

/** A disk to which the steps of a record are done one after the other. */
export class Disk {
  readonly #names = new Map<string, Inode>()
  readonly #namings: Array<Naming> = []

  take({ data, step }: RecordedStep): void {
    switch (step.step) {
      case "create":
        return this.#name(step.path, { synced: Buffer.alloc(0), pending: [] })
      case "remove":
        return this.#name(step.path, undefined)
      case "write":
        return void this.#at(step.path).pending.push({ position: step.position, data })
      case "truncate":
        return void this.#at(step.path).pending.push({ size: step.size })
      case "sync": {
        const inode = step.path === "" ? undefined : this.#at(step.path)
        // A synced file has a name: Linux's file systems bring both to the disk together.
        for (const naming of this.#namings)
          if (inode === undefined || naming.inode === inode) naming.isCertain = true
        if (inode === undefined) return
        inode.synced = changed(inode.synced, inode.pending)
        inode.pending = []
      }
    }
  }

  /**
   * The files that the disk may hold if its power is cut now. Everything synced is there. Of the rest any sector may
   * be, and the changes of names up to any of them, as file systems that keep a journal do.
   */
  cutPower(random: Random): ReadonlyMap<string, Buffer> {
    let lucky = random(this.#namings.filter(({ isCertain }) => !isCertain).length + 1)
    const names = new Map<string, Inode>()
    for (const { inode, isCertain, path } of this.#namings) {
      if (!isCertain && lucky-- <= 0) continue
      if (inode === undefined) names.delete(path)
      else names.set(path, inode)
    }
    return new Map([...names].map(([path, inode]) => [path, survivingContent(inode, random)]))
  }

  #name(path: string, inode: Inode | undefined): void {
    if (inode === undefined) this.#names.delete(path)
    else this.#names.set(path, inode)
    this.#namings.push({ path, inode, isCertain: false })
  }

  #at(path: string): Inode {
    const inode = this.#names.get(path)
    if (inode === undefined) throw new Error(`the record names ${path}, which was never made`)
    return inode
  }
}

/** Writes the files of a disk into an empty folder. */
export const writeDisk = (files: ReadonlyMap<string, Buffer>, folder: string): void => {
  for (const [path, content] of files) writeFileSync(join(folder, path), content)
}
