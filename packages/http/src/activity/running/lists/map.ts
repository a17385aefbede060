import { visibleOf } from "@daybook/kernel"
import { coordinatesJson, decodeCoordinates, milesOf, RunItem, type RunLine } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Instant, wireForm, type WriteJson } from "../../forRoutes.ts"
import { featureCollection } from "../../../wire/geoJson.ts"
import { summaryFields } from "../wire.ts"
import { hiddenRun, LineString } from "./wire.ts"

const MapProperties = wireForm({
  name: RunItem.fields.name,
  startedAt: Instant,
  distanceMi: summaryFields.miles,
  movingS: RunItem.fields.movingSeconds.annotate({ description: "Seconds without pauses" }),
  race: RunItem.fields.isRace,
})

const propertiesOf = ({ distanceMm, isRace, movingSeconds, name, startedAt }: RunLine) =>
  MapProperties.of({
    name,
    startedAt,
    distanceMi: milesOf(distanceMm),
    movingS: movingSeconds,
    race: isRace,
  })

/** Lines of runs as GeoJSON. */
export const MapAnswer = featureCollection(
  Schema.Struct({
    type: Schema.Literal("Feature"),
    id: RunItem.fields.id,
    geometry: LineString,
    properties: MapProperties,
  }),
  (line: RunLine) => ({
    type: "Feature" as const,
    id: line.id,
    geometry: { type: "LineString" as const, coordinates: decodeCoordinates(line.outline) },
    properties: propertiesOf(line),
  }),
  hiddenRun,
)

const featureText = (line: RunLine) =>
  `{"type":"Feature","id":${JSON.stringify(line.id)},"geometry":{"type":"LineString","coordinates":` +
  `${coordinatesJson(line.outline)}},"properties":${JSON.stringify(propertiesOf(line))}}`

/** The same as text, in a third of the time: a map of all runs has 2 MB. */
export const mapText: WriteJson<ReadonlyArray<RunLine>> = (lines) =>
  Effect.map(
    visibleOf("running", lines, hiddenRun.by),
    (visible) => `{"type":"FeatureCollection","features":[${visible.map(featureText).join(",")}]}`,
  )
