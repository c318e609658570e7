/** A module of its own, so that it can be loaded later than the project. */
export { configurationInput } from '@cotation/contracts'
