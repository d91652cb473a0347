-- A parcel that was delivered, or was said to be, can come back as well: its order is then sent again like any other that came back.
insert into order_transition (from_status, to_status) values ('delivered', 'paid'), ('delivered', 'shipped');
