import { describeDomain } from "@daybook/kernel"

/** The images of items as hosts see them: they are fetched when they are wanted, and nothing is synced. */
export const images = describeDomain({ name: "images", dataVersions: ["images"] })
