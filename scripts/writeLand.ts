// Writes packages/http/src/cards/type/land.ts: the outlines of the world's land on story cards, from Natural Earth by
// way of world-atlas. Run it after that has a new version: node scripts/writeLand.ts.
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import { feature } from "topojson-client"
import type { GeometryCollection, Topology } from "topojson-specification"

const root = resolve(import.meta.dirname, "..")
const { resolve: find } = createRequire(resolve(root, "packages/web/package.json"))

const world: Topology<{ readonly land: GeometryCollection }> = JSON.parse(
  readFileSync(find("world-atlas/land-110m.json"), "utf8"),
)
const { features } = feature(world, world.objects.land)
const rings = features.flatMap(({ geometry }) =>
  geometry.type === "MultiPolygon"
    ? geometry.coordinates.flat()
    : geometry.type === "Polygon"
      ? geometry.coordinates
      : [],
)
const text = rings
  .map((ring) =>
    ring.map(([lng = 0, lat = 0]) => `${Math.round(lng * 10)} ${Math.round(lat * 10)}`).join(","),
  )
  .join(";")
writeFileSync(
  resolve(root, "packages/http/src/cards/type/land.ts"),
  [
    "// Written by scripts/writeLand.ts from Natural Earth, which is in the public domain. Longitude and latitude in",
    "// tenths of a degree, points with a comma between them, outlines with a semicolon.",
    `export const land = "${text}"`,
    "",
  ].join("\n"),
)
