import { Images } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { ImagesGroup } from "./group.ts"
import { notFound, partOfActivity } from "../forRoutes.ts"

export const layer = HttpApiBuilder.group(
  partOfActivity(ImagesGroup),
  "images",
  Effect.fn(function* (handlers) {
    const images = yield* Images
    return handlers.handleAll({
      content: Effect.fnUntraced(function* ({ params: { hash, size } }) {
        const content = yield* images.content(hash, size)
        if (Option.isNone(content)) return yield* Effect.fail(notFound("There is no such image"))
        const { bytes, contentType } = content.value
        return HttpServerResponse.uint8Array(bytes, {
          contentType,
          headers: {
            etag: `"${hash}-${size}"`,
            "cache-control": "public, max-age=31536000, immutable",
            "x-content-type-options": "nosniff",
            // A site that isolates itself (COEP) may show it as well: it is meant for other origins.
            "cross-origin-resource-policy": "cross-origin",
          },
        })
      }),
    })
  }),
)
