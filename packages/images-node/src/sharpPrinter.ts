import { ImageError, ImagePrinter } from "@daybook/images"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** The most prints kept, of about a hundred kilobytes each. */
const mostKept = 32

/** Prints with sharp, which is loaded with the first print; one at a time, and the same document once. */
export const layer = Layer.effect(
  ImagePrinter,
  Effect.gen(function* () {
    const one = yield* Semaphore.make(1)
    const prints = yield* Cache.make({
      capacity: mostKept,
      timeToLive: "10 minutes",
      lookup: (svg: string) =>
        one.withPermit(
          Effect.tryPromise({
            try: async () => (await import("./sharpPrints.ts")).printPng(svg),
            catch: (cause) => new ImageError({ message: `is not printed: ${messageOf(cause)}` }),
          }),
        ),
    })
    return { png: (svg) => Cache.get(prints, svg) }
  }),
)
