import * as Schema from "effect/Schema"

/**
 * A picture of an item. What is not known is left out: a picture that only its source has seen is an
 * address and nothing more. Sizes are pixels, `dominant_color` is `#rrggbb`, `thumbhash` is base64.
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
