// Packs the encoder's weights, run by npm's `prepare`. Without them the first search waits a little longer, so a failure must not
// fail an installation.
import { packedFile, writePacked } from "./packedWeights.ts"

try {
  writePacked(packedFile())
} catch (cause) {
  console.warn(
    `The encoder's weights were not prepared; the first search will wait for it (${String(cause)})`,
  )
}
