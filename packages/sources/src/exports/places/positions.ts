import type { Position } from "@daybook/kernel"

const within = (lat: number, lng: number): Position | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined

/** The position in `geo:52.5,13.4` (RFC 5870) and in `52.5°, 13.4°`; undefined for other text. */
export const positionIn = (text: string | undefined): Position | undefined => {
  const [, lat, lng] =
    /^(?:geo:)?\s?([-+]?\d+(?:\.\d+)?)\s?°?\s?,\s?([-+]?\d+(?:\.\d+)?)/.exec((text ?? "").trimStart()) ?? []
  return lat === undefined || lng === undefined ? undefined : within(Number(lat), Number(lng))
}

/** A position in units of 10⁻⁷ degrees. Old exports have written some of them as unsigned: 2³² too large. */
export const positionOfE7 = (latE7: number | undefined, lngE7: number | undefined): Position | undefined => {
  if (latE7 === undefined || lngE7 === undefined) return undefined
  const signed = (value: number, most: number) => (value > most ? value - 2 ** 32 : value) / 1e7
  return within(signed(latE7, 900_000_000), signed(lngE7, 1_800_000_000))
}

/** A name for a place without one, as maps name a dropped pin: to 4 decimals, about 11 metres. */
export const nameOfPosition = ({ lat, lng }: Position): string => `${lat.toFixed(4)}, ${lng.toFixed(4)}`
