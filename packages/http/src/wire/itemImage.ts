import { StoredImage } from "@daybook/images"
import * as Schema from "effect/Schema"
import { wireForm } from "./form.ts"

/**
 * The image of an item. Unknown fields are left out: an image that only its source has is an address and nothing
 * more. Sizes are pixels, `dominant_color` is `#rrggbb`, `thumbhash` is base64.
 */
export const ItemImage = wireForm({
  url: Schema.String.annotate({
    description:
      "The image URL. If it starts with /, it is relative to this API's base URL and needs no key; otherwise it is the source's URL",
  }),
  width: Schema.optionalKey(StoredImage.fields.width),
  height: Schema.optionalKey(StoredImage.fields.height),
  thumbhash: Schema.optionalKey(StoredImage.fields.thumbhash),
  dominantColor: Schema.optionalKey(StoredImage.fields.dominantColor),
})
export type ItemImage = typeof ItemImage.Type
