import type { FilePiece } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { UnpackedBounds } from "./unpack.ts"

/** The files in a file, as `unpack.ts` reads them. Its decompressor is loaded for the first one. */
export const unpack = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  within?: UnpackedBounds,
): Stream.Stream<FilePiece, E, R> =>
  Stream.unwrap(
    Effect.map(
      Effect.promise(() => import("./unpack.ts")),
      (loaded) => loaded.unpack(bytes, within),
    ),
  )
