/** The side navigation of the user area, in the order of the specification's table. */
export const userLinks = [
  {
    group: 'orders',
    links: [
      { to: '/user/project', titleKey: 'projects' },
      { to: '/user/order/history', titleKey: 'orderHistory' },
      { to: '/user/order/upload-history', titleKey: 'uploadHistory' },
      { to: '/user/order/after-sale', titleKey: 'afterSale' },
      { to: '/user/order/additional-cost', titleKey: 'additionalCost' },
    ],
  },
  {
    group: 'account',
    links: [
      { to: '/user/account/profile', titleKey: 'profile' },
      { to: '/user/account/password', titleKey: 'password' },
      { to: '/user/account/address', titleKey: 'address' },
      { to: '/user/account/billingAddress', titleKey: 'billingAddress' },
    ],
  },
  {
    group: 'money',
    links: [
      { to: '/user/account/balance', titleKey: 'balance' },
      { to: '/user/account/coupons', titleKey: 'coupons' },
      { to: '/user/prime/point', titleKey: 'points' },
      { to: '/user/account/referral', titleKey: 'referral' },
    ],
  },
] as const
