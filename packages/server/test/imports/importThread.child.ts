// A program whose thread dies in the ways that a reader can.
import { parentPort } from "node:worker_threads"

const fill = () => {
  const all: Array<ReadonlyArray<number>> = []
  for (;;) {
    const numbers: Array<number> = []
    numbers.length = 1 << 20
    all.push(numbers.fill(0.5))
  }
}

parentPort?.on("message", ({ path }: { readonly path: string }) => {
  if (path === "memory") fill()
  if (path === "exit") process.exit(3)
  if (path === "throw") throw new Error("a reader has a fault")
})
