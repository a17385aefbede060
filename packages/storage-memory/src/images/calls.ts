import { ImageStore } from "@daybook/images"
import { recorderOf } from "../calls/recorder.ts"

/** The calls that write images. */
export const calls = [
  recorderOf(ImageStore)<"content" | "find" | "head">(({ write }) => ({
    put: write(({ put }) => put),
    noteFailure: write(({ noteFailure }) => noteFailure),
  })),
]
