import type { ItemImage } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What to spread into an item whose picture its source has at the address; "" where it has none. */
export type PictureOf = (url: string) => { readonly image?: ItemImage }

/**
 * The pictures of the items of an answer, by the addresses under which their sources have them. An answer that shows
 * pictures is remembered with the domain "images" beside its own.
 */
export class Pictures extends Context.Service<
  Pictures,
  {
    /** Asked once for all items of an answer. */
    readonly of: (urls: ReadonlyArray<string>) => Effect.Effect<PictureOf>
  }
>()("daybook/http/Pictures") {
  /** Pictures as their sources have them: an address and nothing more. */
  static readonly asTheyAre = Layer.succeed(Pictures, {
    of: () => Effect.succeed((url) => (url === "" ? {} : { image: { url } })),
  })
}
