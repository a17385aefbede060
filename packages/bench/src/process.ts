import { spawn } from "node:child_process"
import { createInterface } from "node:readline"

/** A server in its own process, at its address, until it is stopped. */
export interface ServerProcess {
  readonly address: string
  readonly stop: () => Promise<void>
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
      stop: async () => {
        child.kill("SIGTERM")
        await exited
      },
    }
  }
  throw new Error(`${file} ended before it said its address`)
}
