import type { Position } from "@daybook/kernel"
import { mix, Random } from "./random.ts"

const home = { lat: 38.7053, lng: -9.1446 }

const metresOfDegree = 111_195

/** Metres between two streets. */
const block = 200

/** The streets follow the river, which does not flow straight to the west. */
const tilt = 0.12

interface Corner {
  readonly column: number
  readonly row: number
}

/** Where two streets meet: a little off a grid, so that none is straight. The first row is the quay. */
const positionOf = ({ column, row }: Corner): Position => {
  const random = new Random(mix(mix(7, column + 500), row))
  const east = (column + random.between(-0.22, 0.22)) * block
  const north = (row + (row === 0 ? 0 : random.between(-0.22, 0.22))) * block
  return {
    lat: home.lat + (north + east * tilt) / metresOfDegree,
    lng: home.lng + (east - north * tilt) / metresOfDegree / Math.cos((home.lat * Math.PI) / 180),
  }
}

/** The corners from one to another: along one street, then along the one that crosses it. */
const cornersBetween = (from: Corner, to: Corner): ReadonlyArray<Corner> => {
  const [columns, rows] = [to.column - from.column, to.row - from.row]
  const along = Array.from({ length: Math.abs(columns) }, (_, at) => ({
    column: from.column + Math.sign(columns) * (at + 1),
    row: from.row,
  }))
  const across = Array.from({ length: Math.abs(rows) }, (_, at) => ({
    column: to.column,
    row: from.row + Math.sign(rows) * (at + 1),
  }))
  return [...along, ...across]
}

/** A round of about this length from home through the streets north of the river, and back along it. */
const cornersOf = (metres: number, random: Random): ReadonlyArray<Corner> => {
  const stretch = random.between(1, 1.6)
  const turn = random.between(-2.3, -0.85)
  const [wide, deep] = [random.between(0.05, 0.2), random.between(0, 2 * Math.PI)]
  // Along streets, a round is as long as the four sides around it.
  const radius = metres / (4 * (stretch + 1 / stretch)) / block
  const reach = (angle: number) =>
    radius * (1 + wide * (Math.sin(3 * angle + deep) - Math.sin(3 * turn + deep)))
  const ofRound = Array.from({ length: 96 }, (_, at): Corner => {
    const angle = turn + (at / 96) * 2 * Math.PI
    return {
      column: Math.round(stretch * (reach(angle) * Math.cos(angle) - radius * Math.cos(turn))),
      row: Math.max(0, Math.round((reach(angle) * Math.sin(angle) - radius * Math.sin(turn)) / stretch)),
    }
  })
  const corners: Array<Corner> = [{ column: 0, row: 0 }]
  for (const corner of [...ofRound, { column: 0, row: 0 }]) {
    corners.push(...cornersBetween(corners.at(-1) ?? corner, corner))
  }
  return corners
}

/** A way through the streets, as the position after a share of it. */
export const roundOf = (metres: number, random: Random): ((share: number) => Position) => {
  const positions = cornersOf(metres, random).map(positionOf)
  const lengths = positions.map((position, at) => {
    const before = positions[at - 1] ?? position
    return Math.hypot(position.lat - before.lat, (position.lng - before.lng) * 0.78)
  })
  const sums = lengths.map(
    (
      (sum) => (length: number) =>
        (sum += length)
    )(0),
  )
  const whole = sums.at(-1) ?? 0
  return (share) => {
    const at = Math.max(
      1,
      sums.findIndex((sum) => sum >= share * whole),
    )
    const [from = home, to = home] = [positions[at - 1], positions[at]]
    const part = ((sums[at] ?? 0) - share * whole) / (lengths[at] || 1)
    return { lat: to.lat + (from.lat - to.lat) * part, lng: to.lng + (from.lng - to.lng) * part }
  }
}
