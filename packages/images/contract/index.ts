export { imageStoreContract } from "./imageStore.ts"
export { durableImageStoreContract } from "./durable.ts"
export { picture } from "./pictures.ts"
