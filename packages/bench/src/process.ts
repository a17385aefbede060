import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { createInterface } from "node:readline"

/** A server in its own process, at its address, until it is stopped. */
export interface ServerProcess {
  readonly address: string
  /** The CPU time of all its threads so far, in milliseconds, in steps of 10. NaN anywhere but on Linux. */
  readonly processorTime: () => number
  /** The memory that it holds, in megabytes. NaN anywhere but on Linux. */
  readonly memory: () => number
  /** The most that it has held so far, in megabytes. NaN anywhere but on Linux. */
  readonly peak: () => number
  readonly stop: () => Promise<void>
}

/** See proc_pid_stat(5): the 14th and the 15th field are user and system time, in hundredths of a second. */
const processorTimeOf = (pid: number | undefined): number => {
  if (process.platform !== "linux") return Number.NaN
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** See proc_pid_status(5). */
const memoryOf = (pid: number | undefined, field: "VmRSS" | "VmHWM"): number => {
  if (process.platform !== "linux") return Number.NaN
  const line = readFileSync(`/proc/${pid}/status`, "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${field}:`))
  return Number.parseInt(line?.slice(field.length + 1) ?? "", 10) / 1024
}

/**
 * The CPU time of a process and of all that it has started, in milliseconds: of PostgreSQL's first process, that of the
 * whole server. NaN anywhere but on Linux, and where it was started elsewhere.
 */
export const processorTimeOfTree = (pid: number | undefined): number => {
  if (process.platform !== "linux" || pid === undefined) return Number.NaN
  let ticks = 0
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8")
      const fields = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .map(Number)
      const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => fields[at] ?? 0)
      if (Number(entry) !== pid && parent !== pid) continue
      ticks += (user ?? 0) + (system ?? 0)
      // Children that have ended are counted by the process that started them.
      if (Number(entry) === pid) ticks += (endedUser ?? 0) + (endedSystem ?? 0)
    } catch {
      // It ended while we looked.
    }
  }
  return 10 * ticks
}

/** Starts a program of Node, by its file and whatever stands next to that, and waits for the line with its address. */
export const startServer = async (
  words: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  line = /\bat (http:\/\/[^"\s]+)/,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  for await (const said of createInterface({ input: child.stdout })) {
    const address = line.exec(said)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    return {
      address,
      processorTime: () => processorTimeOf(child.pid),
      memory: () => memoryOf(child.pid, "VmRSS"),
      peak: () => memoryOf(child.pid, "VmHWM"),
      stop: async () => {
        child.kill("SIGTERM")
        await exited
      },
    }
  }
  throw new Error(`${words.join(" ")} ended before it said its address`)
}
