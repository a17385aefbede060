import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Line } from "./lines.ts"
import type { Setting } from "./setting.ts"

const program = fileURLToPath(new URL("./suite.ts", import.meta.url))

/** The groups of processes that may be there: a part, and the servers that it has started. */
const groups = new Set<number>()

const signalGroup = (group: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-group, signal)
  } catch {
    // No one of the group is there any more.
    return false
  }
}

const pause = (millis: number, signal?: AbortSignal) => setTimeout(millis, undefined, { signal })

/** Ends a group, which has three seconds to do so in order. */
const endGroup = async (group: number): Promise<void> => {
  const until = performance.now() + 3_000
  signalGroup(group, "SIGTERM")
  while (signalGroup(group, 0) && performance.now() < until) await pause(50)
  signalGroup(group, "SIGKILL")
  groups.delete(group)
}

/** Ends every part and server that still runs. */
export const endParts = async (): Promise<void> => {
  await Promise.all([...groups].map(endGroup))
}

const ended = async (child: ChildProcess): Promise<string | undefined> => {
  // The channel closes when everything reported has been read.
  const [[code, signal]] = await Promise.all([once(child, "exit"), once(child, "disconnect")])
  if (code === 0) return undefined
  return signal === null ? `it ended with code ${String(code)}` : `it was ended by ${String(signal)}`
}

/**
 * Runs a part in its own process and process group, and returns the lines that it has reported, even if it fails.
 * Its temporary files are made in the folder.
 */
export const runPart = async (
  name: string,
  setting: Setting,
  folder: string,
  minutes: number,
): Promise<{ readonly lines: ReadonlyArray<Line>; readonly failure: string | undefined }> => {
  const lines: Array<Line> = []
  const child = spawn(process.execPath, [program, name, JSON.stringify(setting)], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
    // JSON has no Infinity and no NaN, which a figure may be.
    serialization: "advanced",
  })
  if (child.pid !== undefined) groups.add(child.pid)
  child.on("message", (line: Line) => lines.push(line))
  const late = new AbortController()
  const failure = await Promise.race([
    ended(child),
    pause(minutes * 60_000, late.signal).then(() => `it took more than ${minutes} minutes`),
  ])
  late.abort()
  if (child.pid !== undefined) await endGroup(child.pid)
  return { lines, failure }
}
