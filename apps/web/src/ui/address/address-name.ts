import type { AddressView } from '@cotation/contracts'

/** How one address of many is told from the others: "Zoe Martin, 12 rue des Lilas". */
export const addressName = ({ firstName, lastName, line1 }: AddressView): string => `${firstName} ${lastName}, ${line1}`
