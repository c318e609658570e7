import type { AddressView } from '@cotation/contracts'

/** A short name that tells addresses apart: "Zoe Martin, 12 rue des Lilas". */
export const addressName = ({ firstName, lastName, line1 }: AddressView): string => `${firstName} ${lastName}, ${line1}`
