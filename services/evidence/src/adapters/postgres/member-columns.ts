/** Columns of a `Member`, from `app_user` joined with `organization`. */
export const MEMBER_COLUMNS = [
  'app_user.id',
  'app_user.username',
  'app_user.role',
  'app_user.token_epoch as epoch',
  'organization.id as organizationId',
  'organization.name as organization',
] as const
