import * as Schema from "effect/Schema"
import { type HiddenBy, manyOf, wireAs } from "./form.ts"

/** A GeoJSON response (RFC 7946) of some features; `featureOf` returns the feature of a value. */
export const featureCollection = <A, Feature>(
  feature: Schema.Codec<Feature>,
  featureOf: (value: A) => NoInfer<Feature>,
  hiddenBy?: HiddenBy<NoInfer<A>>,
) => {
  const features = manyOf(wireAs(feature, featureOf, hiddenBy))
  return wireAs(
    Schema.Struct({
      type: Schema.Literal("FeatureCollection"),
      features,
    }).annotate({ description: "GeoJSON (RFC 7946)" }),
    (values: ReadonlyArray<A>) => ({
      type: "FeatureCollection" as const,
      features: features.of(values),
    }),
  )
}
