/** Owner of every row when authentication is off. */
export const PUBLIC = 'public'
