/** Characters of texts that people write, in contracts and forms. */

/** Of the reason of an action. */
export const maxReasonLength = 500
/** Of a note about a customer. */
export const maxCustomerNoteLength = 4000
/** Of a message or note about an order. */
export const maxOrderMessageLength = 4000
