import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"

/** A server in its own process, at its address, until it is stopped. */
export interface ServerProcess {
  readonly address: string
  /** The processor time of all its threads so far, in milliseconds, in steps of 10. NaN anywhere but on Linux. */
  readonly processorTime: () => number
  /** The memory that it holds, in megabytes. NaN anywhere but on Linux. */
  readonly memory: () => number
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
const memoryOf = (pid: number | undefined): number => {
  if (process.platform !== "linux") return Number.NaN
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
  return Number(resident?.[1]) / 1024
}

/** Starts a program and waits for the line with its address. */
export const startServer = async (
  file: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  line = /\bat (http:\/\/[^"\s]+)/,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [file, ...args], {
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
      memory: () => memoryOf(child.pid),
      stop: async () => {
        child.kill("SIGTERM")
        await exited
      },
    }
  }
  throw new Error(`${file} ended before it said its address`)
}
