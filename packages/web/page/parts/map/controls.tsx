import { tiles } from "../../data/address.ts"
import { lengthUnits } from "../../format.ts"
import { messages } from "../../messages.ts"
import type { Box } from "./names.ts"
import { outlinesUntil } from "./outlines.ts"
import { type MapView, scaleOf, type Size } from "./view.ts"

const { map: texts } = messages

/** The scale in the largest unit that fits. */
const scaleShown = (view: MapView) => {
  const scales = lengthUnits.map(({ metres, write }) => {
    const [count, pixels] = scaleOf(view, 90, metres)
    return { count, pixels, name: write(count) }
  })
  return scales.find(({ count }) => count >= 1) ?? scales.at(-1)
}

/** The parts of a window that controls cover, with some space: no name is written there. */
export const covered = ({ height, width }: Size): ReadonlyArray<Box> => [
  [width - 64, 0, width, 156],
  [0, 0, 220, 60],
  [0, height - 28, width, height],
]

interface ControlsProps {
  readonly view: MapView
  readonly zoomBy: (by: number) => void
  readonly showAll: () => void
  /** States what lies below: "Faint lines: …". */
  readonly note: string
  readonly hasStreets: boolean
  /** Set if there is a choice between the owner's trails and streets. */
  readonly onStreets: ((streets: boolean) => void) | undefined
}

/** The buttons of a map, its scale, and who made it. None is a keyboard stop but the choice: the map has keys. */
export const Controls = ({ hasStreets, note, onStreets, showAll, view, zoomBy }: ControlsProps) => {
  const scale = scaleShown(view)
  const credit = hasStreets ? tiles.credit : view.zoom < outlinesUntil ? texts.credit : ""
  return (
    <>
      {onStreets === undefined ? undefined : (
        <span class="map-choice" role="group" aria-label={texts.ground}>
          {[false, true].map((streets) => (
            <button
              key={String(streets)}
              type="button"
              aria-pressed={streets === hasStreets}
              onClick={() => onStreets(streets)}
            >
              {streets ? texts.streets : texts.trails}
            </button>
          ))}
        </span>
      )}
      <span class="map-buttons">
        <button type="button" tabIndex={-1} aria-label={texts.closer} onClick={() => zoomBy(1)}>
          +
        </button>
        <button type="button" tabIndex={-1} aria-label={texts.farther} onClick={() => zoomBy(-1)}>
          −
        </button>
        <button type="button" tabIndex={-1} aria-label={texts.whole} onClick={showAll}>
          ⤢
        </button>
      </span>
      <span class="map-foot">
        {scale === undefined ? undefined : (
          <span class="map-scale" aria-hidden="true">
            <i style={{ width: `${scale.pixels}px` }} />
            {scale.name}
          </span>
        )}
        {note === "" ? undefined : <span class="map-note">{note}</span>}
        {credit === "" ? undefined : <span>{credit}</span>}
      </span>
    </>
  )
}
