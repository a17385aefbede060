export { imageStoreContract } from "./imageStore.ts"
export { durableImageStoreContract } from "./durable.ts"
export { sampleImage } from "./sampleImages.ts"
