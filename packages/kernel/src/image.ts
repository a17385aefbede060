import * as Schema from "effect/Schema"

/**
 * The image of an item. Unknown fields are left out: an image that only its source has is an address and nothing
 * more. Sizes are pixels, `dominant_color` is `#rrggbb`, `thumbhash` is base64.
 */
export const ItemImage = Schema.Struct({
  url: Schema.String.annotate({
    description:
      "Where the picture is: one that begins with / stands below the base address of this API and needs no key; any other is its source's own",
  }),
  width: Schema.optionalKey(Schema.Int),
  height: Schema.optionalKey(Schema.Int),
  thumbhash: Schema.optionalKey(Schema.String),
  dominant_color: Schema.optionalKey(Schema.String),
})
export type ItemImage = typeof ItemImage.Type
