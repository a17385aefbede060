import * as Effect from "effect/Effect"
import { execFileSync, spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "rolldown"
import { temporaryFolder } from "./stores.ts"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Why no process can be watched here; undefined if one can. */
export const notWatched: string | undefined = (() => {
  if (process.platform !== "linux") return "calls are watched on Linux only"
  return spawnSync("cc", ["--version"]).status === 0 ? undefined : "there is no C compiler"
})()

/** The programs of these tests, each as one file: it starts in a fifth of the CPU time. */
export const bundled = (folder: string, program: string) =>
  Effect.gen(function* () {
    const file = join(folder, `${program}.mjs`)
    yield* Effect.promise(() =>
      build({
        input: here(`./${program}.ts`),
        platform: "node",
        output: { file, format: "esm" },
        logLevel: "silent",
      }),
    )
    return file
  })

/** Says how a writer is watched. */
export interface Watch {
  /** Appends all that it does to the files next to its database. */
  readonly record?: string
  /** The number of the call on these files within which it is killed. */
  readonly dieAt?: number
}

/**
 * Makes a function that runs the writes of some numbers in a their own process, to its end. It returns the last number
 * that was acknowledged, and whether the process was killed.
 */
export const makeRunWriter = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const library = join(folder, "disk.so")
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, here("./disk.c"), "-ldl"])
  const program = yield* bundled(folder, "writer")
  return (
    path: string,
    [from, to]: readonly [from: number, to: number],
    { dieAt, record }: Watch,
    synchronous = "full",
  ) => {
    const { signal, status, stderr, stdout } = spawnSync(
      process.execPath,
      [program, path, String(from), String(to), synchronous],
      {
        encoding: "utf8",
        env: {
          ...process.env,
          LD_PRELOAD: library,
          FOLDER: dirname(path),
          ...(record !== undefined && { RECORD: record }),
          ...(dieAt !== undefined && { DIE_AT: String(dieAt) }),
        },
      },
    )
    if (status !== 0 && signal !== "SIGKILL") throw new Error(`the writer failed: ${stderr}`)
    const lines = stdout.trim().split("\n")
    return { acknowledged: Number(lines.at(-1)) || from - 1, isKilled: signal === "SIGKILL" }
  }
})
