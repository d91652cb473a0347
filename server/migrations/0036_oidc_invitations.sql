-- A way to the identity provider that began with a mailed link: whoever comes back is the person it was mailed to.
alter table staff_oidc_login add column invitation_hash bytea references staff_invitation (token_hash) on delete cascade;
