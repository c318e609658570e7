/** Characters of texts that people write, in contracts and forms. */

/** Of a reason for what somebody does. */
export const maxReasonLength = 500
/** Of a message or note about an order. */
export const maxOrderMessageLength = 4000
