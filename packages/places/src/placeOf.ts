import type { CheckIn } from "./model.ts"

/** The place of a check-in: check-ins at venues of one name in one city are at the same place. */
export const placeOf = ({ city, country, venueName }: CheckIn): string => `${venueName}, ${city}, ${country}`
