-- The record of a merged account that earned the discount, while the other one may use it.
alter table earned_discount add column earned_by uuid references patient (id);
