-- Since when a patient waits who couldn't be checked because nobody could check anybody; null: nobody waits. A mail says when it works again.
alter table onboarding add column identity_unchecked_at timestamptz;
create index onboarding_identity_unchecked on onboarding (identity_unchecked_at) where identity_unchecked_at is not null;
