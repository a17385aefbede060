import { CheckInStore, type FollowedSource } from "@daybook/places"
import * as Effect from "effect/Effect"
import { recorderOf, writeEdits } from "../calls/recorder.ts"

/** The calls that write check-ins. A step of a source is made again with what it told. */
export const calls = [
  recorderOf(CheckInStore)<"checkIn" | "checkIns" | "cursor" | "journal" | "lists" | "searchable" | "stats">(
    (recording, store) => ({
      storeCheckIns: recording.write(({ storeCheckIns }) => storeCheckIns),
      fillCheckIns: recording.write(({ fillCheckIns }) => fillCheckIns),
      edits: writeEdits(recording),
      follow: (source, step) =>
        Effect.suspend(() => {
          const steps: Array<FollowedSource> = []
          const kept = (saved: Parameters<typeof step>[0]) =>
            Effect.map(step(saved), (told) => {
              steps.push(told)
              return told
            })
          return recording.keep(
            store.follow(source, kept),
            ({ follow }) =>
              Effect.map(
                Effect.forEach(steps, (told) => follow(source, () => Effect.succeed(told))),
                (changed) => changed.at(-1),
              ),
            (changed) => changed,
          )
        }),
    }),
  ),
]
