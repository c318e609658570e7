/** Characters of what a customer may write on an order. */
export const referenceLimits = { poNumber: 60, comment: 2000, platformOrderNumber: 60 }
